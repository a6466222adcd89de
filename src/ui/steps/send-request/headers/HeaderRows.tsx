import { For, type Component } from 'solid-js'
import type { InheritedHeader } from '#engine/project/inherited-headers.ts'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Notice } from '../../../components/Notice.tsx'
import { PairsTable } from '../../rows/PairsTable.tsx'
import { headerWarnings } from './header-warnings.ts'
import { InheritedHeaders } from './InheritedHeaders.tsx'
import { requestTabTexts as texts } from '../tab-texts.ts'
import { usualHeaders } from './usual-headers.ts'

/** See {@link HeaderRows}. */
export interface HeaderRowsProps {
  headers: SendRequestStep['headers']
  readOnly: boolean
  edit(label: string, recipe: (draft: SendRequestStep['headers']) => void, merge?: string): void
  /** The inherited headers that it doesn't override. */
  offered: readonly InheritedHeader[]
  onOpen(level: InheritedHeader['from']['level']): void
  via: SendRequestStep['via']
}

/**
 * Headers, those that are inherited below them, and a word on those that hold a secret in plaintext or that a browser can't
 * send.
 */
export const HeaderRows: Component<HeaderRowsProps> = (props) => (
  <>
    <PairsTable
      what={texts.labels.header}
      pairs={props.headers}
      switchable
      usual={usualHeaders}
      readOnly={props.readOnly}
      create={() => ({ name: '', value: '', disabled: false })}
      onEdit={(label, recipe, merge) => props.edit(label, recipe, merge)}
    />
    <InheritedHeaders
      headers={props.headers}
      offered={props.offered}
      readOnly={props.readOnly}
      edit={(label, recipe) => props.edit(label, recipe)}
      onOpen={(level) => props.onOpen(level)}
    />
    <For each={headerWarnings(props, props.offered)}>{(warning) => <Notice kind={warning.kind}>{warning.text}</Notice>}</For>
  </>
)
