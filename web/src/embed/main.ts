// The page that other pages embed: a finished game, and nothing else of the app. It knows neither
// the visitor nor their settings, stores nothing and leads nowhere but out of its frame, so that no
// page around it can make the visitor do anything.
import { mount } from "svelte";
import "../app.css";
import { turnIn } from "../game/replaying.svelte";
import { fallbackLanguage, preferredLanguage, setLanguage } from "../i18n/index.svelte";
import Embed from "./Embed.svelte";

const target = document.getElementById("app");
const game = location.pathname.split("/")[3] ?? "";
if (target)
  void setLanguage(preferredLanguage(navigator.languages))
    .catch(() => setLanguage(fallbackLanguage))
    .then(() => mount(Embed, { target, props: { game, turn: turnIn(location.search) } }));
