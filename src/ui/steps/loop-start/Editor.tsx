import { createResource, Index, lazy, Show, Suspense, type Component } from 'solid-js'
import Plus from 'lucide-solid/icons/plus'
import X from 'lucide-solid/icons/x'
import { variableOf } from '#engine/derived-tests/data-driven/variable-of.ts'
import type { LoopStartStep } from '#engine/steps/loop-start/schema.ts'
import { Button } from '../../components/Button.tsx'
import { IconButton } from '../../components/IconButton.tsx'
import { RadioBar } from '../../components/fields/RadioBar.tsx'
import { Field } from '../../components/fields/Field.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Select } from '../../components/fields/Select.tsx'
import { TextField } from '../../components/fields/TextField.tsx'
import { useEditorContext, type StepEditorProps } from '../editor-context.ts'
import { partEditor, rowEditor, setters } from '../edits.ts'
import { StepFrame } from '../StepFrame.tsx'
import { RowNumber } from './RowNumber.tsx'
import { loopTexts } from './texts.ts'
import './Editor.css'

type Mapping = LoopStartStep['mapping'][number]
const LoopRowLook = lazy(() => import('./LoopRowLook.tsx'))

/** Columns that one click maps. */
const mostMapped = 100

const mappingOf = (column: string): Mapping => ({ column, variable: variableOf(column), type: 'string' })

const types: readonly Mapping['type'][] = ['string', 'number', 'boolean', 'json']

/** Edits a Loop Start step: data source, mapping of columns to variables, the rows, what a failing row does. */
const LoopStartEditor: Component<StepEditorProps<LoopStartStep>> = (props) => {
  const context = useEditorContext()
  const set = setters(props)
  const sources = () => context.dataSources()
  const source = () => props.step.dataSource ?? ''
  const known = () => source() === '' || sources().some(({ id }) => id === source())
  const [columns] = createResource(
    () => source(),
    (id) => (id === '' ? ['row'] : (context.rows?.columns(id) ?? [])),
  )
  const unmapped = () => {
    const mapped = new Set(props.step.mapping.map(({ column }) => column))
    return (columns.latest ?? []).filter((column) => !mapped.has(column)).slice(0, mostMapped)
  }
  const editRow = rowEditor(partEditor(props, 'mapping'))
  const edit = (index: number, recipe: (mapping: Mapping) => void, merge?: string) =>
    editRow(index, loopTexts.edits.changeMapping, recipe, merge)
  return (
    <StepFrame {...props}>
      <Section title={loopTexts.titles.data}>
        <Select
          label={loopTexts.labels.dataSource}
          value={source()}
          disabled={props.readOnly}
          options={[
            ...(known() ? [] : [{ value: source(), label: loopTexts.isGone }]),
            { value: '', label: loopTexts.noSource },
            ...sources().map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(value) => set('dataSource', 'data source')(value === '' ? undefined : value)}
          hint={source() === '' ? loopTexts.noSourceHint : undefined}
          trailing={
            <Show when={sources().some(({ id }) => id === source())}>
              <Button onClick={() => context.rows?.open(source())}>{loopTexts.openRows}</Button>
            </Show>
          }
        />
        <RowNumber
          label={loopTexts.labels.fromRow}
          placeholder={loopTexts.firstRow}
          value={props.step.from}
          readOnly={props.readOnly}
          onChange={set('from', 'first row')}
        />
        <RowNumber
          label={loopTexts.labels.toRow}
          placeholder={loopTexts.lastRow}
          value={props.step.to}
          readOnly={props.readOnly}
          onChange={set('to', 'last row')}
        />
        <Field label={loopTexts.labels.whenARowFails}>
          <RadioBar
            label={loopTexts.labels.whenARowFails}
            value={props.step.onFailure}
            disabled={props.readOnly}
            options={[
              { value: 'continue', label: loopTexts.labels.nextRow },
              { value: 'stop', label: loopTexts.labels.stopTheLoop },
            ]}
            onChange={(value) => set('onFailure', 'what a failing row does')(value === 'stop' ? 'stop' : 'continue')}
          />
        </Field>
      </Section>
      <Section title={loopTexts.titles.mapping} group={loopTexts.titles.mappingGroup} line={props.step.mapping.length === 0}>
        <Index each={props.step.mapping}>
          {(mapping, index) => (
            <div class="loop-mapping" role="group" aria-label={loopTexts.row(index + 1)}>
              <TextField
                label={loopTexts.columnOf(index + 1)}
                hideLabel
                code
                variables={false}
                usual={columns.latest ?? []}
                placeholder={loopTexts.placeholders.column}
                value={mapping().column}
                readOnly={props.readOnly}
                onInput={(value) => edit(index, (one) => void (one.column = value), 'column')}
              />
              <span aria-hidden="true">→</span>
              <TextField
                label={loopTexts.variableOf(index + 1)}
                hideLabel
                code
                variables={false}
                placeholder={loopTexts.placeholders.variable}
                value={mapping().variable}
                readOnly={props.readOnly}
                onInput={(value) => edit(index, (one) => void (one.variable = value), 'variable')}
              />
              <Select
                label={loopTexts.typeOf(index + 1)}
                hideLabel
                small
                value={mapping().type}
                disabled={props.readOnly}
                options={types.map((type) => ({ value: type, label: type }))}
                onChange={(value) => edit(index, (one) => void (one.type = types.find((type) => type === value) ?? 'string'))}
              />
              <IconButton
                label={loopTexts.removeRow(index + 1)}
                icon={X}
                disabled={props.readOnly}
                onClick={() => props.edit(loopTexts.edits.removeMapping, (draft) => void draft.mapping.splice(index, 1))}
              />
            </div>
          )}
        </Index>
        <div class="loop-mapping">
          <Button
            kind="ghost"
            small
            icon={Plus}
            disabled={props.readOnly}
            onClick={() =>
              props.edit(
                loopTexts.edits.addMapping,
                (draft) => void draft.mapping.push({ column: '', variable: '', type: 'string' }),
              )
            }
          >
            {loopTexts.edits.addMapping}
          </Button>
          <Show when={unmapped().length > 0}>
            <Button
              kind="ghost"
              small
              disabled={props.readOnly}
              onClick={() => props.edit(loopTexts.mapAll, (draft) => void draft.mapping.push(...unmapped().map(mappingOf)))}
            >
              {loopTexts.mapAll}
            </Button>
          </Show>
        </div>
      </Section>
      <Section title={loopTexts.look.title} group={loopTexts.look.title} collapsed>
        <Suspense>
          <LoopRowLook step={props.step.id} watched={JSON.stringify(props.step)} first={props.step.from ?? 1} />
        </Suspense>
      </Section>
    </StepFrame>
  )
}
export default LoopStartEditor
