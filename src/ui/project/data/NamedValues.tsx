import { Index, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { textOfValue } from '#engine/templates/insert.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { TextField } from '../../components/fields/TextField.tsx'

/** See {@link NamedValues}. */
export interface NamedValuesProps {
  pairs: readonly { name: string; value: unknown }[]
  readOnly: boolean
  /** Names of the fields and buttons of the row at a number, from 1. */
  texts: { name(n: number): string; value(n: number): string; remove(n: number): string }
  /** What adds a row. */
  add: string
  onName(index: number, name: string): void
  onValue(index: number, value: string): void
  onRemove(index: number): void
  onAdd(): void
}

/** Names, each with a template: columns of a generated table, parameters of a query. */
export const NamedValues: Component<NamedValuesProps> = (props) => (
  <>
    <Index each={props.pairs}>
      {(pair, index) => (
        <div class="data-pair">
          <TextField
            label={props.texts.name(index + 1)}
            hideLabel
            code
            variables={false}
            value={pair().name}
            readOnly={props.readOnly}
            onInput={(name) => props.onName(index, name)}
          />
          <TextField
            label={props.texts.value(index + 1)}
            hideLabel
            code
            value={textOfValue(pair().value)}
            readOnly={props.readOnly}
            onInput={(value) => props.onValue(index, value)}
          />
          <IconButton
            label={props.texts.remove(index + 1)}
            icon={X}
            disabled={props.readOnly}
            onClick={() => props.onRemove(index)}
          />
        </div>
      )}
    </Index>
    <div>
      <Button kind="ghost" small icon={Plus} disabled={props.readOnly} onClick={() => props.onAdd()}>
        {props.add}
      </Button>
    </div>
  </>
)
