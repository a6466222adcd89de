/** What remote language models say to people when they can't be used. `where` is an origin, `who` the title of a model. */
export const texts = {
  noAddress: (address: string) => `"${address}" is not an address of a language model.`,
  addressHint: 'Enter the base address of its API, with https:// in front, as http://localhost:11434/v1.',
  keyInClear: (where: string) => `The key is not sent to ${where}: without https anybody on the way could read it.`,
  keyInClearHint: 'Use https, or a server on this machine or in your own network.',
  noModel: 'No model is chosen.',
  noModelHint: 'Enter the name of the model in Settings > Assistant.',
  unreachable: (where: string) =>
    `${where} could not be asked: nothing answers there, or it does not let this page read its answers (CORS).`,
  unreachableHere: (where: string) => `Nothing answers at ${where}, or the connection was refused.`,
  remoteHint:
    'Check the address and the network. A server that refuses browsers is asked through the companion, once that is connected, and by "assay ask".',
  localHint: (origin: string) =>
    `Start the server, and let it answer pages of ${origin}: Ollama with OLLAMA_ORIGINS=${origin}, LM Studio by "Enable CORS", vLLM with --allowed-origins. If the browser asks whether this page may reach devices on your network, allow it. Or connect the companion, which asks it without all that.`,
  mixed: (where: string) => `A page that came by https can't ask ${where}, which speaks http only.`,
  mixedHint: 'Use an address with https, or a server on this machine: http://localhost is allowed.',
  redirected: (where: string) => `${where} redirects elsewhere. The conversation and the key go nowhere but where you said.`,
  redirectedHint: 'Enter the address that finally answers.',
  silent: (where: string, seconds: number) => `${where} said nothing for ${seconds} s.`,
  silentHint: 'Try again, or choose a smaller or nearer model.',
  cut: (where: string) => `The connection to ${where} ended in the middle of the answer.`,
  cutHint: 'Try again.',
  tooLong: (where: string, size: string) => `The answer of ${where} is longer than ${size} and was not read further.`,
  unreadable: (where: string) => `${where} did not answer as a language model does.`,
  unreadableHint: 'Check the address: for OpenAI-compatible servers it usually ends with /v1. Is the kind of the server right?',
  refusedKey: (where: string, status: number) => `${where} refused the key (${status}).`,
  refusedKeyHint: 'Enter a valid key in Settings > Assistant.',
  notFound: (where: string, model: string) => `${where} knows neither this address nor a model "${model}" (404).`,
  notFoundHint: 'Check address and model.',
  limited: (where: string, seconds: number | undefined) =>
    `${where} takes no more requests for now (429).${seconds === undefined ? '' : ` It asks to wait ${seconds} s.`}`,
  limitedHint: 'Wait, or check the quota of your account.',
  overloaded: (where: string, status: number) => `${where} can't answer just now (${status}).`,
  overloadedHint: 'Try again later.',
  refused: (where: string, status: number) => `${where} refused the request (${status}).`,
  says: (said: string) => `It says: ${said}`,
  key: '‹key›',
  toolsInWords: (tools: string) =>
    `Reply with exactly one JSON object and nothing else: {"calls":[{"name":"<tool>","arguments":{…}}]}. The results come back as {"results":[{"name","result"}]}. The tools, one a line, with the JSON Schema of their arguments:\n${tools}`,
  noJson: 'The arguments are not a JSON object. Send the whole object again, shorter if it was cut.',
  stopped: 'Stopped.',
}
