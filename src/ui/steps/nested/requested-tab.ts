import { createSignal } from 'solid-js'

/** The tab of a step's editor that something else wants shown. */
export const [requestedTab, requestTab] = createSignal<{ step: string; tab: string }>()
