import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./game/settings.svelte";
import { setLanguage } from "./i18n/index.svelte";
import { stayOffline } from "./offline";

const target = document.getElementById("app");
if (target) void setLanguage(settings.language).then(() => mount(App, { target }));
stayOffline();
