import type { Component } from 'solid-js'
import { texts } from './texts.ts'

/** A quiet mark on an option that is kept but not carried out yet. */
export const Later: Component = () => <span class="step-later">{texts.laterOption}</span>
