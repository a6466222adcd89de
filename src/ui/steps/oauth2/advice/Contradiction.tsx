import type { Component } from 'solid-js'
import TriangleAlert from 'lucide-solid/icons/triangle-alert'

/** A setting that the provider's document does not list as supported: a warning next to its field, not an error. */
export const Contradiction: Component<{ text: string }> = (props) => (
  <p class="oauth2-contradiction">
    <TriangleAlert aria-hidden="true" />
    <span>{props.text}</span>
  </p>
)
