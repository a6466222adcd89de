/** Something that can be done from the palette, a key or a menu. */
export interface Command {
  id: string
  label: string
  /** `Mod+K`; the same everywhere. */
  keys?: string | undefined
  enabled?: boolean
  run(): void
}
