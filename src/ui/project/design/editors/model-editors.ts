import type { Component } from 'solid-js'
import type { MethodId } from '#engine/design/facts.ts'
import { DecisionEditor } from './DecisionEditor.tsx'
import { DecisionTableEditor } from './DecisionTableEditor.tsx'
import { FieldsEditor } from './FieldsEditor.tsx'
import { parametersOf } from './parameters-of.tsx'
import { StatesEditor } from './StatesEditor.tsx'

/** Tables of their own; every other method has the one that follows from its schema. Undefined: no table could say it. */
const own: Partial<Record<MethodId, Component | undefined>> = {
  partitions: parametersOf({ values: true, classes: true, constraints: true }),
  boundaries: parametersOf({ values: true, classes: true }),
  combinations: parametersOf({ values: true, classes: true, constraints: true }),
  random: parametersOf({ values: true, classes: true, constraints: true }),
  'decision-table': DecisionTableEditor,
  states: StatesEditor,
  mcdc: DecisionEditor,
  // Classes under classes under classes.
  'classification-tree': undefined,
}

/** The table of a method's model; undefined where the text is all there is. */
export const editorOf = (method: MethodId): Component | undefined => (Object.hasOwn(own, method) ? own[method] : FieldsEditor)
