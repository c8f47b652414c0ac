import type { AriaAttributes } from 'react'

/**
 * What a form item sets on its control. A control of several parts hands it on to the element that takes the
 * focus, so that screen readers say that it is required, its hint, and what is wrong.
 */
export type FieldAria = Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'>
