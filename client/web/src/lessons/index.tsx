/** The first hand explains itself: place `<Lesson />` where it covers nothing. */
export { Lesson } from './lesson';
export { ALL, knowsAll } from './lessons';
