// The package comes without types.

declare module 'snowball-stemmers' {
  export interface Snowball {
    newStemmer(language: string): { stem(word: string): string }
    algorithms(): string[]
  }
  const snowball: Snowball
  export default snowball
}
