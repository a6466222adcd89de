import * as v from 'valibot'
import { secret, text } from '../fields.ts'

/** A certificate for hosts that request one (mutual TLS, RFC 8446 section 4.3.2). An environment lists them in `mtls`. */
export const clientCertificateSchema = v.strictObject({
  /** With or without a port; `*.example.com` matches every name below. */
  host: text,
  form: v.picklist(['pem', 'pfx']),
  /** PEM: the certificate, and those that lead from it to its root; absent if it is in `key`. */
  certificate: v.optional(secret),
  /** PEM text, or a PFX file as base64. */
  key: v.optional(secret),
  /** Of an encrypted key or file. */
  password: v.optional(secret),
})
/** See {@link clientCertificateSchema}. */
export type ClientCertificateEntry = v.InferOutput<typeof clientCertificateSchema>
