import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./game/settings.svelte";
import { fallbackLanguage, setLanguage } from "./i18n/index.svelte";
import { keepInstallOffer } from "./install.svelte";
import { stayOffline } from "./offline";

const target = document.getElementById("app");
if (target)
  setLanguage(settings.language)
    .catch(() => setLanguage(fallbackLanguage))
    .then(() => mount(App, { target }), sayThatItFailed);

/** Without any messages, only what the page itself says is left. */
function sayThatItFailed(): void {
  const notice = document.getElementById("failed");
  notice?.removeAttribute("hidden");
  notice?.querySelector("button")?.addEventListener("click", () => location.reload());
}

keepInstallOffer();
stayOffline();
