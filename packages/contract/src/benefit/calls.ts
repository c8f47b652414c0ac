import { evaluationCalls } from './evaluation.ts'
import { rankCalls } from './ranking.ts'
import { schemeCalls } from './scheme-calls.ts'

export const benefitCalls = { ...schemeCalls, ...evaluationCalls, ...rankCalls }
