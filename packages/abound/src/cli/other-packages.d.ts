// What the commands use of packages that are built after this one, and need not be installed.

declare module '@abound/server/commands/serve' {
  export const define: import('./command-entry.js').CommandModule['define']
}

declare module '@abound/lab/commands/datasets' {
  export const define: import('./command-entry.js').CommandModule['define']
}

declare module '@abound/lab/commands/reproduce' {
  export const define: import('./command-entry.js').CommandModule['define']
}

declare module '@abound/lab/commands/cluster' {
  export const define: import('./command-entry.js').CommandModule['define']
}

declare module '@abound/lab/commands/train-cluster' {
  export const trainOnCluster: import('./cluster-flags.js').ClusterTraining['trainOnCluster']
}
