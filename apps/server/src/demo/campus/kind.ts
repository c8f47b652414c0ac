import type { Drawing } from '../pictures/drawings.ts'

/** A kind of instrument; a campus owns several instruments of each kind. */
export interface Kind {
  name: string
  /** Common names, separated by 、. */
  alias: string
  english: string
  /** 中类 code of the classification. */
  category: string
  drawing: Drawing
  /** Model, maker, country. */
  makers: readonly (readonly [model: string, manufacturer: string, country: string])[]
  /** Purchase price range, in 万元. */
  price: readonly [from: number, to: number]
  /** Price on campus: 元 per hour, or 元 per sample. */
  charge: { hour: number } | { sample: number }
  /** Used by the bookers themselves, by delivered samples, or both. */
  ways: 'self' | 'samples' | 'both'
  /** Number of places if more than one: a row of microscopes, cores of a cluster. */
  seats?: number
  /** A qualification is required. */
  trained?: true
  functions: string
  indicators: string
}
