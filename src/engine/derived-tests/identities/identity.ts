import { isOAuth2Step } from '#engine/steps/oauth2/facts.ts'
import { grantOf } from '#engine/steps/oauth2/grant.ts'
import type { OAuth2Step } from '#engine/steps/oauth2/schema.ts'
import { variableName, type Case, type Variable } from '#engine/project/format/schema.ts'
import * as v from 'valibot'

/** A field of an OAuth2 step that says who asks for the token. */
export interface IdentityField {
  /** The id of the step. */
  step: string
  key: 'username' | 'password' | 'clientId' | 'clientSecret' | 'scope'
  /** What it is called in tables and variables: `username`; of the second OAuth2 step `username_2`. */
  column: string
  secret: boolean
  /** What the step has now; of a secret its id in the vault, or the reference to a variable. */
  now: string
}

/** Someone as whom a case runs. */
export interface Identity {
  name: string
  /** What is filled into the step, by column; of a secret the id under which the vault holds it, or references to variables. */
  values: Readonly<Record<string, string>>
  /** The status that the judged request is to have. */
  expected: number
}

/** An identity with the name that its variables start with. */
export interface KeyedIdentity extends Identity {
  key: string
}

/** The enabled OAuth2 steps of a case. */
export const tokenSteps = (one: Case): OAuth2Step[] => one.steps.filter(isOAuth2Step).filter(({ disabled }) => !disabled)

const columns = {
  username: 'username',
  password: 'password',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  scope: 'scope',
}

/** Which fields an identity fills: user and password, or client and secret, as the grant of each OAuth2 step needs them, and the scope. */
export function identityFields(one: Case): IdentityField[] {
  return tokenSteps(one).flatMap((step, index) =>
    keysOf(step).map((key) => {
      const secret = key === 'password' || key === 'clientSecret'
      const column = `${columns[key]}${index === 0 ? '' : `_${index + 1}`}`
      const value = step[key]
      return { step: step.id, key, column, secret, now: typeof value === 'object' ? value.secret : (value ?? '') }
    }),
  )
}

function keysOf(step: OAuth2Step): IdentityField['key'][] {
  const grant = grantOf(step)
  if (grant.password) return ['username', 'password', 'scope']
  if (grant.person) return ['scope']
  return step.clientAuthMethod === 'SharedSecret' ? ['clientId', 'clientSecret', 'scope'] : ['clientId', 'scope']
}

/** The variable of the project that holds a secret of an identity: `alice_password`. */
export const secretVariable = ({ key }: { key: string }, column: string): string => `${key}_${column}`

/** The variable of the project that lists a secret of all identities, a line for each: `identity_passwords`. */
export const listVariable = (column: string): string => `identity_${column}s`

/** Gives each identity a key that starts variables which are not there yet. */
export function withKeys(
  identities: readonly Identity[],
  fields: readonly IdentityField[],
  taken: ReadonlySet<string>,
): KeyedIdentity[] {
  const keys = new Set<string>()
  const free = (key: string) =>
    !keys.has(key) && fields.every(({ column, secret }) => !secret || !taken.has(secretVariable({ key }, column)))
  return identities.map((identity) => {
    const wanted = keyOf(identity.name)
    let key = wanted
    for (let n = 2; !free(key); n++) key = `${wanted}_${n}`
    keys.add(key)
    return { ...identity, key }
  })
}

function keyOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  return v.is(variableName, plain) ? plain : `identity_${plain || '1'}`
}

/** The variables that hold the secrets of identities; a secret itself is in the vault. */
export const secretVariables = (identities: readonly KeyedIdentity[], fields: readonly IdentityField[]): Variable[] =>
  identities.flatMap((identity) =>
    fields
      .filter(({ secret }) => secret)
      .map(({ column }) => ({
        name: secretVariable(identity, column),
        value: secretOf(identity.values[column] ?? ''),
        description: '',
      })),
  )

const secretOf = (value: string): Variable['value'] => (value.startsWith('${') ? value : { secret: value })
