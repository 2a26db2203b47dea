//! Shortens the plans of a proof in its text form and writes the compact form, after both verifiers
//! have checked it.
//!
//! ```sh
//! cargo run --release -p foursight-proof --example pack -- proof.txt out.proof
//! ```

use std::{env, error::Error, fs};

use foursight_proof::{Proof, ProofWalk, verify_text};

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = env::args().skip(1).collect();
    let [from, to] = &names[..] else {
        return Err("give the text and the file to write".into());
    };
    let proof = Proof::from_text(&fs::read_to_string(from)?)?.minimised()?;
    let bytes = proof.to_bytes()?;
    let written = Proof::from_bytes(&bytes)?;
    println!("{:?}", ProofWalk::new(&written).finish()?);
    println!("{:?}", verify_text(&written.to_text())?);
    println!("{:?}", written.stats());
    println!("{} bytes", bytes.len());
    fs::write(to, bytes)?;
    Ok(())
}
