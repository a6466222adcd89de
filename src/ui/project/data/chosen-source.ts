import { createSignal } from 'solid-js'

/** The data source that the tab "Data sources" shows, by its id: what opens the tab chooses it. */
export const [chosenSource, chooseSource] = createSignal<string>()
