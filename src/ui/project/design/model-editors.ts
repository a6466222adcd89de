import type { Component } from 'solid-js'
import type { MethodId } from '#engine/design/facts.ts'
import { DecisionEditor } from './DecisionEditor.tsx'
import { DecisionTableEditor } from './DecisionTableEditor.tsx'
import { FieldsEditor } from './FieldsEditor.tsx'
import { parametersOf } from './parameters-of.tsx'
import { StatesEditor } from './StatesEditor.tsx'

/** The table side of each method's model; a method that is not here has only the text. */
export const modelEditors: Partial<Record<MethodId, Component>> = {
  partitions: parametersOf({ values: true, classes: true, constraints: true }),
  boundaries: parametersOf({ values: true, classes: true }),
  combinations: parametersOf({ values: true, classes: true, constraints: true }),
  'decision-table': DecisionTableEditor,
  states: StatesEditor,
  mcdc: DecisionEditor,
  'cause-effect': FieldsEditor,
  domain: FieldsEditor,
  crud: FieldsEditor,
  'use-case': FieldsEditor,
  'error-guessing': FieldsEditor,
  random: parametersOf({ values: true, classes: true, constraints: true }),
} satisfies Partial<Record<MethodId, Component>>
