/** Style sheets are the bundler's business. */
declare module '*.css';
declare module '*.css?inline' {
  const css: string;
  export default css;
}
