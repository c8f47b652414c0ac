import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { questions, type Question } from '../lib/tell.ts'

// What people do on a page.

/** Fills in the field with this label. */
export const fill = (label: string | RegExp, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })

/** Presses the button with this name, and waits for what happens at once. */
export const press = (name: string | RegExp): Promise<void> =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })))

/** Answers the question that is being asked, if any, and waits for what happens at once. */
export const answerQuestion = (yes: boolean, reason = ''): Promise<void> =>
  act(async () => questions.get()[0]?.answer(yes, reason))

/** Answers a question as soon as it is asked. Returns the question. */
export const answerWhenAsked = (yes: boolean, reason = ''): Promise<Question> =>
  waitFor(() => {
    const [question] = questions.get()
    if (!question) throw new Error('nobody asks')
    question.answer(yes, reason)
    return question
  })
