import type { Drawing } from '../pictures/drawings.ts'

/** A kind of instrument, as a campus owns several of them. */
export interface Kind {
  name: string
  /** What people call it, apart by 、. */
  alias: string
  english: string
  /** 中类 of the classification. */
  category: string
  drawing: Drawing
  /** Model, maker, country. */
  makers: readonly (readonly [model: string, manufacturer: string, country: string])[]
  /** What such an instrument costs, in 万元. */
  price: readonly [from: number, to: number]
  /** How it is charged on campus: 元 an hour, or 元 a sample. */
  charge: { hour: number } | { sample: number }
  /** How it is used: by people themselves, by sending samples, or both. */
  ways: 'self' | 'samples' | 'both'
  /** More than one place: microscopes in a row, cores of a cluster. */
  seats?: number
  /** Nobody may use it without having been taught. */
  trained?: true
  functions: string
  indicators: string
}
