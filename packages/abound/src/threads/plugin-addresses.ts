// The modules with declarations from outside that this program has loaded (node/plugins.ts): whoever starts a worker has it
// import them, too.

export const pluginAddresses: string[] = []
