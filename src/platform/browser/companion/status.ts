/** Why there is no link to a companion that this browser is paired with, or was to be. */
export type CompanionTrouble =
  /** Nothing answers there. */
  | 'not-running'
  /** The browser doesn't let the page reach this machine (Local Network Access). */
  | 'denied'
  /** It no longer knows the page: it was started again, or the pairing was ended. */
  | 'not-paired'
  /** It doesn't let pages of this origin connect. */
  | 'not-allowed'
  /** It speaks another version. */
  | 'other-version'
  /** Something else answers there. */
  | 'no-companion'
  /** The vault, in which the token lies, is locked. */
  | 'locked'

/** How the link to the companion stands. */
export type CompanionStatus =
  /** This browser is paired with none. */
  | { state: 'none' }
  | { state: 'connecting'; address: string }
  | { state: 'connected'; address: string; version: string }
  | { state: 'apart'; address: string; trouble: CompanionTrouble; version?: string }
