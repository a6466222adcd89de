import type { TabWish } from './shown-tab.ts'

/** The user's choice in the run panel: it is kept for the next run and after a reload. */
export interface PanelPlace {
  tab?: TabWish | undefined
  /** The tree of results is shown also where the step list shows the same outcomes. */
  results?: boolean | undefined
}

const key = 'assay.run-panel'

/** What was chosen before; nothing if that can't be read. */
export function readPlace(): PanelPlace {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as PanelPlace
  } catch {
    return {}
  }
}

/** Keeps what was chosen; without storage it lasts as long as the panel. */
export function keepPlace(place: PanelPlace): void {
  try {
    localStorage.setItem(key, JSON.stringify(place))
  } catch {
    // Storage is refused or full.
  }
}
