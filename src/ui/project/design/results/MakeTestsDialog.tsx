import { For, Show, type Component } from 'solid-js'
import { textOf } from '#engine/base/errors.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/overlays/Dialog.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Select } from '../../../components/fields/Select.tsx'
import { TextField } from '../../../components/fields/TextField.tsx'
import { showToast } from '../../../components/overlays/toasts.tsx'
import { useProject } from '../../project-context.ts'
import { useDesigner } from '../designer-context.ts'
import { putTests } from './put-tests.ts'
import { createTestChoices, newSuite, noRequest } from './test-choices.ts'
import { designTexts } from '../texts.ts'

const t = designTexts.make

/** Makes cases of the derived tests: how, where, with which request. Where there are some already, what would differ comes first. */
const MakeTestsDialog: Component<{ onClose(): void }> = (props) => {
  const context = useProject()
  const choices = createTestChoices(context, useDesigner())
  const put = (replace: boolean) => {
    if (!choices.made()) return
    const done = putTests(choices, context.workspace, replace)
    const project = context.workspace.localId()
    props.onClose()
    if (!done || !project) return
    showToast([t.made(done.name, done.count), ...done.notes.slice(0, 2)].join(' '), 'info')
    if (done.first) {
      context.router.go({ project, case: done.first.id })
      context.panes.showPage('steps')
    }
  }
  return (
    <Dialog
      title={t.title}
      open
      wide
      onClose={() => props.onClose()}
      footer={
        <>
          <Button onClick={() => props.onClose()}>{t.cancel}</Button>
          <Show
            when={choices.update()}
            fallback={<Apply made={choices.made() !== undefined} onClick={() => put(false)} label={t.apply} />}
          >
            <Button disabled={!choices.made()} onClick={() => put(false)}>
              {t.again}
            </Button>
            <Apply made={choices.made() !== undefined} onClick={() => put(true)} label={t.update} />
          </Show>
        </>
      }
    >
      <div class="designer-make">
        <p>{t.intro(choices.tests().length)}</p>
        <Show when={choices.update()}>
          {(changed) => (
            <Section title={t.difference}>
              <Notice kind="info">
                {t.replaces(choices.before()?.name ?? '')} {t.kept(changed().kept)}, {t.added(changed().added.length)},{' '}
                {t.removed(changed().removed.length)}.{changed().edited > 0 ? ` ${t.edited(changed().edited)}.` : ''}
              </Notice>
              <ul class="designer-difference">
                <For each={changed().added.slice(0, 50)}>{(row) => <li class="designer-added-row">+ {rowText(row)}</li>}</For>
                <For each={changed().removed.slice(0, 50)}>{(row) => <li class="designer-removed-row">− {rowText(row)}</li>}</For>
              </ul>
            </Section>
          )}
        </Show>
        <Show when={!choices.isOfEvents()}>
          <Select
            label={t.as}
            value={choices.as()}
            options={[
              { value: 'data-driven', label: t.dataDriven },
              { value: 'cases', label: t.cases },
            ]}
            onChange={(value) => choices.setAs(value === 'cases' ? 'cases' : 'data-driven')}
          />
        </Show>
        <Select
          label={t.suite}
          value={choices.suiteId()}
          options={[
            ...choices.suites().map(({ id, name: label }) => ({ value: id, label })),
            { value: newSuite, label: t.newSuite },
          ]}
          onChange={choices.setSuite}
        />
        <Show when={!choices.own.loading() && !choices.own.found() && !choices.isOfEvents()}>
          <Select
            label={t.template}
            value={choices.chosen() ?? noRequest}
            options={[
              { value: noRequest, label: t.none },
              ...choices.requests().map(({ step, label }) => ({ value: step.id, label })),
            ]}
            onChange={choices.setChosen}
          />
        </Show>
        <Show when={!choices.isDescribed() && !choices.isOfEvents()}>
          <TextField
            label={t.statusValid}
            variables={false}
            short
            code
            placeholder="201"
            value={choices.valid()}
            onInput={choices.setValid}
          />
        </Show>
        <Show when={choices.isDecision()}>
          <TextField
            label={t.outcome}
            hint={t.outcomeHint}
            variables={false}
            short
            code
            placeholder="$.decision"
            value={choices.outcome.path()}
            onInput={choices.outcome.setPath}
          />
          <TextField
            label={t.outcomeTrue}
            variables={false}
            short
            code
            placeholder="true"
            value={choices.outcome.ifTrue()}
            onInput={choices.outcome.setIfTrue}
          />
          <TextField
            label={t.outcomeFalse}
            variables={false}
            short
            code
            placeholder="false"
            value={choices.outcome.ifFalse()}
            onInput={choices.outcome.setIfFalse}
          />
        </Show>
        <Show when={!choices.isDescribed() && !choices.isDecision()}>
          <TextField
            label={t.statusInvalid}
            variables={false}
            short
            code
            placeholder="4XX"
            value={choices.invalid()}
            onInput={choices.setInvalid}
          />
        </Show>
        <Show when={choices.asksForRequests()}>
          <Section title={t.events}>
            <For each={choices.eventNames()}>
              {(event) => (
                <Select
                  label={event}
                  value={choices.requestOf(event)}
                  options={[
                    { value: noRequest, label: t.none },
                    ...choices.requests().map(({ step, label }) => ({ value: step.id, label })),
                  ]}
                  onChange={(id) => choices.setRequest(event, id)}
                />
              )}
            </For>
          </Section>
        </Show>
        <Show when={choices.own.error()}>{(error) => <Notice kind="error">{textOf(error())}</Notice>}</Show>
        <Show when={choices.made()?.notes.length}>
          <Section title={t.notes}>
            <ul class="designer-notes">
              <For each={choices.made()?.notes}>{(note) => <li>{note}</li>}</For>
            </ul>
          </Section>
        </Show>
      </div>
    </Dialog>
  )
}

const Apply: Component<{ made: boolean; label: string; onClick(): void }> = (props) => (
  <Button kind="primary" disabled={!props.made} onClick={() => props.onClick()}>
    {props.label}
  </Button>
)

const rowText = (row: readonly unknown[]): string =>
  row
    .slice(1)
    .map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell)))
    .join(', ')

export default MakeTestsDialog
