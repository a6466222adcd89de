import { createSignal } from 'solid-js'

/** The tab of a step's editor that something else wants shown. */
export const [askedTab, askTab] = createSignal<{ step: string; tab: 'checks' | 'variables' }>()
