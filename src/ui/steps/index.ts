import { lazy } from 'solid-js'
import ArrowRightLeft from 'lucide-solid/icons/arrow-right-left'
import Clock from 'lucide-solid/icons/clock'
import Database from 'lucide-solid/icons/database'
import KeyRound from 'lucide-solid/icons/key-round'
import ListChecks from 'lucide-solid/icons/list-checks'
import Repeat from 'lucide-solid/icons/repeat'
import Repeat1 from 'lucide-solid/icons/repeat-1'
import Send from 'lucide-solid/icons/send'
import Signature from 'lucide-solid/icons/signature'
import type { Step } from '#engine/project/schema.ts'
import type { Icon } from '../components/icon.ts'
import { describeStep } from './describe.ts'
import type { StepEditor } from './editor-context.ts'
import { kindTitles } from './texts.ts'

/** A step of one kind. */
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>

/** How the page shows one kind of step. */
export interface StepView<K extends Step['kind'] = Step['kind']> {
  /** The kind's name in menus. */
  title: string
  icon: Icon
  /** Loaded when the first step of the kind is opened. */
  Editor: StepEditor<StepOf<K>>
  /** One line for the step list: what the step does. */
  describe(step: StepOf<K>): string
}

/** All kinds, in the order of the "Add step" menu. A new kind is one folder and one entry here. */
export const stepEditors = {
  oauth2: {
    title: kindTitles.oauth2,
    icon: KeyRound,
    Editor: lazy(() => import('./oauth2/Editor.tsx')),
    describe: describeStep.oauth2,
  },
  'send-request': {
    title: kindTitles['send-request'],
    icon: Send,
    Editor: lazy(() => import('./send-request/Editor.tsx')),
    describe: describeStep['send-request'],
  },
  assertion: {
    title: kindTitles.assertion,
    icon: ListChecks,
    Editor: lazy(() => import('./assertion/Editor.tsx')),
    describe: describeStep.assertion,
  },
  'data-transfer': {
    title: kindTitles['data-transfer'],
    icon: ArrowRightLeft,
    Editor: lazy(() => import('./data-transfer/Editor.tsx')),
    describe: describeStep['data-transfer'],
  },
  jwt: { title: kindTitles.jwt, icon: Signature, Editor: lazy(() => import('./jwt/Editor.tsx')), describe: describeStep.jwt },
  wait: { title: kindTitles.wait, icon: Clock, Editor: lazy(() => import('./wait/Editor.tsx')), describe: describeStep.wait },
  sql: { title: kindTitles.sql, icon: Database, Editor: lazy(() => import('./sql/Editor.tsx')), describe: describeStep.sql },
  'loop-start': {
    title: kindTitles['loop-start'],
    icon: Repeat,
    Editor: lazy(() => import('./loop-start/Editor.tsx')),
    describe: describeStep['loop-start'],
  },
  'loop-end': {
    title: kindTitles['loop-end'],
    icon: Repeat1,
    Editor: lazy(() => import('./loop-end/Editor.tsx')),
    describe: describeStep['loop-end'],
  },
} satisfies { [K in Step['kind']]: StepView<K> }

/** The view of a step's kind, for code that handles steps of any kind. */
export const viewOf = (kind: Step['kind']): StepView => stepEditors[kind] as unknown as StepView
