import type { Icon } from '../icon.ts'

/** One entry of a menu, or a line between entries. */
export type MenuItem =
  | {
      label: string
      icon?: Icon | undefined
      /** A line below the label: its description, not part of its name. */
      detail?: string | undefined
      keys?: string | undefined
      danger?: boolean | undefined
      disabled?: boolean | undefined
      onSelect(): void
    }
  | 'separator'

/** Entries at hand, or what fetches the code of those that only an open menu needs. */
export type MenuItems = readonly MenuItem[] | (() => Promise<readonly MenuItem[]>)
