/** What of the rules failed: the module itself, a worker that asks it, or the one of a game. */
export const moduleState = $state({ module: false, worker: false, game: false });

/** Whether the rules could not be loaded. */
export const moduleFailed = () => moduleState.module || moduleState.worker || moduleState.game;
