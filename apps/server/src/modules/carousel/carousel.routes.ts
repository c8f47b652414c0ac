import { carouselCalls } from '@portal/contract/carousel/carousel'
import type { Routes } from '../../kernel/serve.ts'
import * as carousel from './carousel.handler.ts'

export const carouselRoutes: Routes = (on) => {
  on(carouselCalls.list, carousel.list)
  on(carouselCalls.upload, carousel.upload)
  on(carouselCalls.order, carousel.order)
  on(carouselCalls.change, carousel.change, { keeps: 'carousel' })
  on(carouselCalls.replacePicture, carousel.replacePicture)
  on(carouselCalls.remove, carousel.remove)
}
