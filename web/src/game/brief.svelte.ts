// Something that goes by itself.

/** Shows a value for some milliseconds after it has changed. To be created with a component. */
export class Brief<T> {
  #shown = $state.raw<T | null>(null);

  constructor(value: () => T | null, time: number) {
    $effect.pre(() => {
      const now = value();
      this.#shown = now;
      if (now === null) return;
      const timer = setTimeout(() => (this.#shown = null), time);
      return () => clearTimeout(timer);
    });
  }

  get current(): T | null {
    return this.#shown;
  }
}
