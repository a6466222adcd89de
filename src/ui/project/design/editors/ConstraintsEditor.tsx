import { createMemo, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import { AssayError, textOf } from '#engine/base/errors.ts'
import { same } from '#engine/base/deep-equal.ts'
import { parseConstraint, type Constrained } from '#engine/design/combinations/constraint.ts'
import { DesignMistake } from '#engine/design/mistake.ts'
import { Button } from '../../../components/Button.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { anyModel, type AnyModel } from './any-model.ts'
import { useDesigner } from '../designer-context.ts'
import { NearRows, type NearRowsHandle } from './NearRows.tsx'
import { RemoveRow } from './RemoveRow.tsx'
import { RowInput } from './RowInput.tsx'
import { designTexts } from '../texts.ts'

const t = designTexts.constraints

const constrained = ({ parameters, conditions }: AnyModel): Constrained[] => [
  ...(parameters ?? []).flatMap(({ name, values }): Constrained[] => {
    const given = (values ?? []).map((one) => (one !== null && typeof one === 'object' ? one : { value: one }))
    return values === undefined
      ? []
      : [{ name, values: given.map(({ value }) => value), invalid: given.map((one) => 'valid' in one && one.valid === false) }]
  }),
  ...(conditions ?? []),
]

/** The constraints of a model, in PICT's syntax, each with what can't be read in it. */
export const ConstraintsEditor: Component<{ of: 'constraints' | 'impossible' }> = (props) => {
  const designer = useDesigner()
  let rows: NearRowsHandle | undefined
  const model = () => anyModel(designer.design())
  const all = () => model()[props.of] ?? []
  const known = createMemo(() => constrained(model()), undefined, { equals: same })
  /** Classes have no values before they are derived: then only what derives them can tell. */
  const isKnown = () => (model().parameters ?? []).every(({ values }) => values !== undefined)
  const problem = (text: string): string | undefined => {
    if (text.trim() === '' || !isKnown()) return undefined
    try {
      parseConstraint(text, known())
      return undefined
    } catch (thrown) {
      if (thrown instanceof DesignMistake) return thrown.said
      return thrown instanceof AssayError ? textOf(thrown) : String(thrown)
    }
  }
  const edit = (recipe: (draft: string[]) => void, merge?: string) =>
    designer.edit(
      designTexts.edits.constraint,
      (draft) => {
        const found = anyModel(draft)
        recipe((found[props.of] ??= []))
      },
      merge,
    )
  return (
    <Section title={t[props.of === 'impossible' ? 'impossible' : 'title']}>
      <NearRows together={6} each={all()} height={() => 30} handle={(handle) => (rows = handle)}>
        {(one, index) => (
          <div class="designer-row">
            <RowInput
              label={t.one(index + 1)}
              code
              value={one()}
              placeholder={t.placeholder}
              readOnly={designer.readOnly()}
              problem={problem(one())}
              onInput={(text) => edit((draft) => void (draft[index] = text), `${props.of}/${index}`)}
            />
            <RemoveRow
              label={t.remove(index + 1)}
              onClick={() => {
                edit((draft) => void draft.splice(index, 1))
                rows?.focus(index, ':scope > .icon-button')
              }}
            />
          </div>
        )}
      </NearRows>
      <Button
        small
        icon={Plus}
        disabled={designer.readOnly()}
        onClick={() => {
          edit((draft) => void draft.push(''))
          rows?.focus(all().length, 'input')
        }}
      >
        {t.add}
      </Button>
    </Section>
  )
}
