import { For, type Component } from 'solid-js'
import type { SendRequestStep } from '#engine/steps/send-request/schema.ts'
import { Notice } from '../../components/Notice.tsx'
import type { StepEditorProps } from '../editor-context.ts'
import { PairsTable } from '../PairsTable.tsx'
import { headerWarnings } from './header-warnings.ts'
import { texts } from './tab-texts.ts'
import { usualHeaders } from './usual-headers.ts'

/** The headers, with a word on those that hold a secret in clear or that a browser can't send. */
const Headers: Component<StepEditorProps<SendRequestStep>> = (props) => (
  <>
    <PairsTable
      what={texts.labels.header}
      pairs={props.step.headers}
      switchable
      usual={usualHeaders}
      readOnly={props.readOnly}
      create={() => ({ name: '', value: '', disabled: false })}
      onEdit={(label, recipe, merge) =>
        props.edit(label, (draft) => recipe(draft.headers), merge && `${props.step.id}.headers.${merge}`)
      }
    />
    <For each={headerWarnings(props.step)}>{(warning) => <Notice kind={warning.kind}>{warning.text}</Notice>}</For>
  </>
)

export default Headers
