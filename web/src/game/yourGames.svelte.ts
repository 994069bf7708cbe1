// Every game that the visitor has not finished.
import { onlineRunning } from "../net/ownTables.svelte";
import { localRunning } from "./localGames.svelte";
import { byUrgency, type RunningGame } from "./running";

export const yourGames = (): RunningGame[] =>
  [...onlineRunning(), ...localRunning()].sort(byUrgency);
