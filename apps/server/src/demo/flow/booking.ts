import type { Copier } from '../bulk.ts'
import type { User } from '../campus/model.ts'
import type { Random } from '../random.ts'
import type { BookingFacts, Used } from './facts.ts'
import type { Journal } from './journal.ts'
import { purposeTeller } from './purpose.ts'
import { Story } from './story.ts'

/**
 * Called after a finished use: returns when its samples were tested and when the booking was complete; null:
 * not yet.
 */
export type AfterUse = (used: Used) => { completedAt: Date | null; testedAt: Date | null }

/** Writes bookings and samples in the state they have reached. */
export function bookingTeller(copier: Copier, people: readonly User[]) {
  const bookings = copier.table('booking', [
    'id',
    'device_id',
    'lab_id',
    'seat',
    'kind',
    'state',
    'state_at',
    'period',
    'booker_id',
    'experimenter_id',
    'payer_id',
    'purpose',
    'project',
    'project_number',
    'nature',
    'funding_source',
    'disciplines',
    'service_mode',
    'phone',
    'pay_mode',
    'fund_card_id',
    'price_plan_id',
    'quote',
    'estimate_fen',
    'sample_count',
    'reason',
    'started_at',
    'finished_at',
    'created_at',
  ])
  const samples = copier.table('booking_sample', [
    'id',
    'booking_id',
    'name',
    'count',
    'form',
    'hazard',
    'return_wanted',
    'wishes',
    'state',
  ])
  const violations = copier.table('violation', [
    'user_id',
    'device_id',
    'lab_id',
    'booking_id',
    'kind',
    'at',
    'state_at',
  ])
  const purposeOf = purposeTeller()
  let sampleId = 0

  function write(journal: Journal, f: BookingFacts, story: Story): void {
    const { quote } = story
    const said = purposeOf(f)
    bookings.add({
      id: f.id,
      device_id: f.device.id,
      lab_id: f.device.lab.id,
      seat: f.seat,
      kind: f.kind,
      state: story.state,
      state_at: story.since,
      period: story.assigned ? `[${f.startAt.toISOString()},${f.endAt.toISOString()})` : null,
      booker_id: f.booker.id,
      experimenter_id: f.experimenter.id,
      payer_id: f.payer.id,
      purpose: f.purpose,
      project: f.project,
      project_number: said.projectNumber,
      nature: said.nature,
      funding_source: said.fundingSource,
      disciplines: said.disciplines,
      service_mode: said.serviceMode,
      phone: f.booker.phone,
      pay_mode: f.payMode,
      fund_card_id: story.cardNamed ? f.cardId : null,
      price_plan_id: quote.planId,
      quote: { json: quote },
      estimate_fen: quote.totalFen,
      sample_count: f.samples.reduce((n, s) => n + s.count, 0),
      reason: story.reason,
      started_at: story.startedAt,
      finished_at: story.finishedAt,
      created_at: f.createdAt,
    })
    for (const s of f.samples) {
      const id = ++sampleId
      let state = 'declared'
      for (const step of story.sampleSteps(s.returnWanted)) {
        journal.step('booking_sample', id, { ...step, from: state, reason: null })
        state = step.to
      }
      samples.add({
        id,
        booking_id: f.id,
        name: s.name,
        count: s.count,
        form: s.form,
        hazard: s.hazard,
        return_wanted: s.returnWanted,
        wishes: s.wishes,
        state,
      })
    }
    if (story.violation)
      violations.add({
        user_id: f.booker.id,
        device_id: f.device.id,
        lab_id: f.device.lab.id,
        booking_id: f.id,
        kind: story.violation,
        at: story.since,
        state_at: story.since,
      })
  }

  return (journal: Journal, facts: BookingFacts, random: Random, afterUse: AfterUse): void => {
    const story = new Story(facts, journal, people, random)
    const used = story.untilUsed()
    if (used) story.afterUse(afterUse(used))
    write(journal, facts, story)
  }
}
