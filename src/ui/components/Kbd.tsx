import type { Component } from 'solid-js'
import './Kbd.css'

/** A key or a chord, such as `Ctrl K`. */
export const Kbd: Component<{ keys: string }> = (props) => <kbd class="kbd">{props.keys}</kbd>
