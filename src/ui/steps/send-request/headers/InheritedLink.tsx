import type { Component } from 'solid-js'
import type { InheritedFrom } from '#engine/steps/send-request/schema.ts'
import { Button } from '../../../components/Button.tsx'
import { inheritedTexts as t } from './inherited-texts.ts'
import './inherited.css'

/** Where an inherited header is, and the way there. */
export const InheritedLink: Component<{ from: InheritedFrom; onOpen(level: InheritedFrom['level']): void }> = (props) => (
  <Button kind="ghost" small class="inherited-link" onClick={() => props.onOpen(props.from.level)}>
    {t.from(props.from.level, props.from.name)}
  </Button>
)
