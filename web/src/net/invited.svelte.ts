// Seats that others keep for the visitor at tables that wait.
import type { PlanSummary } from "./messages";

export interface Invitation {
  game: string;
  code: string;
  /** Who invites. */
  host: string;
  plan: PlanSummary;
  seats: number;
  made_ms: number;
  until_ms: number;
}

let waiting = $state.raw<Invitation[]>([]);
let asking = $state(0);

export const invitations = () => waiting;
/** How many want to be friends. */
export const friendRequests = () => asking;

export function showInvitations(found: Invitation[], requests: number): void {
  waiting = found;
  asking = requests;
}
