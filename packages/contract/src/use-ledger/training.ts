import { z } from 'zod'
import { masteryWords, type Mastery } from '../device-record/device-record.ts'

// Data of a use besides its hours: preparation, cleaning, and the people trained (SJ3 培训人员).

const count = (label: string) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整数`)
    .min(0, `${label}不能为负数`)
    .max(100_000, `${label}过大`)
    .default(0)

export const besidesHours = z.object({
  preparationMinutes: count('准备时间'),
  cleanupMinutes: count('后处理时间'),
  trainedStudents: count('培训学生人次'),
  trainedTeachers: count('培训教师人次'),
  trainedOthers: count('培训其他人次'),
  /** The mastery that the trained people reached. */
  trainedMastery: z
    .enum(Object.keys(masteryWords) as [Mastery, ...Mastery[]], { error: '请选择掌握程度' })
    .nullish()
    .transform((v) => v ?? null),
})
export type BesidesHours = z.output<typeof besidesHours>
/** The same fields in a reply. */
export const saidBesides = z.object({
  preparationMinutes: z.number().int(),
  cleanupMinutes: z.number().int(),
  trainedStudents: z.number().int(),
  trainedTeachers: z.number().int(),
  trainedOthers: z.number().int(),
  trainedMastery: z.enum(Object.keys(masteryWords) as [Mastery, ...Mastery[]]).nullable(),
})

export const trainedIn = (said: BesidesHours): number =>
  said.trainedStudents + said.trainedTeachers + said.trainedOthers

/** Picks these fields from a larger form; without trained people the mastery is null. */
export const besidesIn = (said: BesidesHours): BesidesHours => ({
  preparationMinutes: said.preparationMinutes,
  cleanupMinutes: said.cleanupMinutes,
  trainedStudents: said.trainedStudents,
  trainedTeachers: said.trainedTeachers,
  trainedOthers: said.trainedOthers,
  trainedMastery: trainedIn(said) > 0 ? said.trainedMastery : null,
})
