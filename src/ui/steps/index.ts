import { lazy } from 'solid-js'
import ArrowRightLeft from 'lucide-solid/icons/arrow-right-left'
import Braces from 'lucide-solid/icons/braces'
import Clock from 'lucide-solid/icons/clock'
import Database from 'lucide-solid/icons/database'
import KeyRound from 'lucide-solid/icons/key-round'
import ListChecks from 'lucide-solid/icons/list-checks'
import Repeat from 'lucide-solid/icons/repeat'
import Repeat1 from 'lucide-solid/icons/repeat-1'
import Send from 'lucide-solid/icons/send'
import Signature from 'lucide-solid/icons/signature'
import type { Step } from '#engine/project/format/schema.ts'
import type { Icon } from '../components/icon.ts'
import type { StepEditor } from './editor-context.ts'

/** How the page shows one kind of step. */
export interface StepView<K extends Step['kind'] = Step['kind']> {
  icon: Icon
  /** Loaded when the first step of the type is opened. */
  Editor: StepEditor<Extract<Step, { kind: K }>>
}

/** How each kind is shown; `engine/steps/facts.ts` says which there are, what they are called and their order. */
export const stepEditors = {
  oauth2: {
    icon: KeyRound,
    Editor: lazy(() => import('./oauth2/Editor.tsx')),
  },
  'send-request': {
    icon: Send,
    Editor: lazy(() => import('./send-request/Editor.tsx')),
  },
  assertion: {
    icon: ListChecks,
    Editor: lazy(() => import('./assertion/Editor.tsx')),
  },
  'data-transfer': {
    icon: ArrowRightLeft,
    Editor: lazy(() => import('./data-transfer/Editor.tsx')),
  },
  script: { icon: Braces, Editor: lazy(() => import('./script/Editor.tsx')) },
  jwt: { icon: Signature, Editor: lazy(() => import('./jwt/Editor.tsx')) },
  wait: { icon: Clock, Editor: lazy(() => import('./wait/Editor.tsx')) },
  sql: { icon: Database, Editor: lazy(() => import('./sql/Editor.tsx')) },
  'loop-start': {
    icon: Repeat,
    Editor: lazy(() => import('./loop-start/Editor.tsx')),
  },
  'loop-end': {
    icon: Repeat1,
    Editor: lazy(() => import('./loop-end/Editor.tsx')),
  },
} satisfies { [K in Step['kind']]: StepView<K> }

/** The view of a step's kind, for code that handles steps of any kind. */
export const viewOf = (kind: Step['kind']): StepView => stepEditors[kind] as unknown as StepView
