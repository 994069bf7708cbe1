// For whom this device gets notices: known without loading what deals with them.
import { keep, kept } from "../game/kept";

const storageKey = "sixfold.device";

export const hasNotices = () => kept<string>(storageKey) !== null;
export const isOwnDevice = (user: string) => kept<string>(storageKey) === user;
export const keepDeviceOwner = (user: string | null) => keep(storageKey, user);
