import {
  execFile,
  fork,
  spawn,
  spawnSync,
  type ChildProcess,
  type ExecFileException,
  type ForkOptions,
  type SpawnOptions,
  type SpawnSyncReturns,
} from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

/** Names of variables that every program may get, in capitals: who the user is, where things are, the language, the display. */
const allowed = new Set(
  [
    'HOME USER LOGNAME SHELL PATH TMPDIR TMP TEMP TERM LANG LANGUAGE TZ TZDIR BROWSER SSL_CERT_DIR SSL_CERT_FILE LD_LIBRARY_PATH',
    'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY',
    'DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS DESKTOP_SESSION KDE_FULL_SESSION KDE_SESSION_VERSION PULSE_SERVER',
    'CHROME_DEVEL_SANDBOX __CF_USER_TEXT_ENCODING WSL_DISTRO_NAME WSL_INTEROP',
    // Of Windows, where a program without SystemRoot opens no socket.
    'SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT OS NUMBER_OF_PROCESSORS USERNAME USERDOMAIN USERPROFILE HOMEDRIVE HOMEPATH',
    'APPDATA LOCALAPPDATA ALLUSERSPROFILE PUBLIC PROGRAMDATA PROGRAMFILES PROGRAMFILES(X86) PROGRAMW6432',
    'COMMONPROGRAMFILES COMMONPROGRAMFILES(X86) COMMONPROGRAMW6432',
  ].flatMap((names) => names.split(' ')),
)

/** The same by prefix: locale, desktop, fonts, toolkits and graphics. */
const allowedBeginnings = /^(LC|XDG|WAYLAND|FONTCONFIG|FC|GTK|GDK|QT|LIBGL|MESA|PROCESSOR)_/

/**
 * The variables that a child process gets: only those on a list, so that `ASSAY_SECRET_…`, `ASSAY_PASSPHRASE` and the keys of clouds and of CI
 * that this process was given stay in it.
 */
export const childEnvironment = (environment: Environment = process.env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((pair): pair is [string, string] => {
      const name = pair[0].toUpperCase()
      return pair[1] !== undefined && (allowed.has(name) || allowedBeginnings.test(name))
    }),
  )

/** Starts a program with {@link childEnvironment}. A test forbids `node:child_process` elsewhere. */
export const spawnChild = (
  program: string,
  args: readonly string[],
  { environment, ...options }: Omit<SpawnOptions, 'env'> & { environment?: Environment },
): ChildProcess => spawn(program, args, { ...options, env: childEnvironment(environment) })

/** Runs a program that the user named, with the whole environment given: it may need credentials that other programs don't get. No shell. */
export const runProgram = (
  program: string,
  args: readonly string[],
  { environment, timeout }: { environment: Environment; timeout: number },
  done: (error: ExecFileException | null, stdout: string) => void,
): ChildProcess => execFile(program, args, { env: environment, timeout, windowsHide: true }, done)

/** Runs a program in a folder with {@link childEnvironment} and waits for its end. */
export const runToEnd = (program: string, args: readonly string[], folder: string): SpawnSyncReturns<string> =>
  spawnSync(program, args, { cwd: folder, encoding: 'utf8', env: childEnvironment() })

/** What the user set for Node itself: certificates and flags, which hold for each of the program's processes. */
const ofNode = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'NODE_USE_SYSTEM_CA']

/** Starts a script in a Node process with {@link childEnvironment} and what is set for Node. */
export const forkChild = (script: string, args: readonly string[], options: Omit<ForkOptions, 'env'>): ChildProcess => {
  const own = Object.entries(process.env).filter(([name]) => ofNode.includes(name))
  return fork(script, args, { ...options, env: { ...childEnvironment(), ...Object.fromEntries(own) } })
}
