import { addressFindings } from '../doctor/address.ts'
import type { Finding } from '../doctor/finding.ts'
import { browserFinding, certificatesFinding, folderFinding, nodeFinding, portFinding, sqliteFinding } from '../doctor/machine.ts'
import { doctorTexts } from '../doctor/texts.ts'
import { exitCodes } from '../exit-codes.ts'
import { UsageError, type Host } from '../host.ts'
import { parseOptions } from '../options/parse-options.ts'
import { programTexts as texts } from '../texts.ts'

/** The port of `assay serve`. */
const usualPort = 5417

/**
 * `assay doctor [URL]`: checks this machine, and with a URL also the connection, its certificate and its clock. Sends no other
 * request. Exit code 1 if something is missing.
 */
export async function doctor(args: string[], host: Host): Promise<number> {
  const { positionals } = parseOptions(args, {})
  const [address, more] = positionals
  if (more !== undefined) throw new UsageError(texts.unexpected(more))
  const url = address === undefined ? undefined : urlOf(address)
  const findings = [
    nodeFinding(),
    browserFinding(host),
    await portFinding(usualPort),
    sqliteFinding(),
    folderFinding(),
    certificatesFinding(host, Date.now()),
    ...(url ? await addressFindings(url, host.environment) : []),
  ]
  for (const finding of findings) host.out.write(lineOf(finding))
  return findings.some(({ state }) => state === 'lacks') ? exitCodes.failed : exitCodes.passed
}

function urlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(doctorTexts.badUrl(text))
  return url
}

const lineOf = ({ title, state, text, hint }: Finding): string =>
  `${title.padEnd(16)}${doctorTexts.states[state].padEnd(9)}${text}\n${hint === undefined ? '' : `${' '.repeat(25)}${hint}\n`}`
