import type { Component } from 'solid-js'

/** An icon component, such as the default export of `lucide-solid/icons/play`. */
export type Icon = Component<{ class?: string; size?: string | number; 'aria-hidden'?: boolean | 'true' | 'false' }>
