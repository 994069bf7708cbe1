// The messages of docs/protocol.md, as messages.ts has them from the server's own definitions.
import {
  quickMatchSeconds,
  type ClientCommand,
  type ClientCreate,
  type ClientPhrase,
  type ClientQuick,
  type ServerMessage as OneServerMessage,
  type ServerTable,
} from "./messages";

export { quickMatchSeconds };
export { phrases, protocolVersion } from "./messages";
export type {
  LobbyTable,
  OwnTable,
  ServerAck as Ack,
  ServerError as ErrorMessage,
  ServerTable as TableMessage,
  ShownSeat as TableSeat,
} from "./messages";

export type Phrase = ClientPhrase["phrase"];
export type Wish = NonNullable<ServerTable["seats"][number]["wish"]>;
export type Command = ClientCommand["do"];
export type Tempo = keyof typeof quickMatchSeconds;
/** The quickest first. */
export const tempos = Object.keys(quickMatchSeconds) as Tempo[];

/** Messages answered with an ack or an error; the id is added when they are sent. */
export type Request =
  | { create: Omit<ClientCreate, "id"> }
  | { quick: Omit<ClientQuick, "id"> }
  | { command: Omit<ClientCommand, "id"> };

type Every<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;
/** One of its members is there. */
export type ServerMessage = Partial<Every<OneServerMessage>>;
